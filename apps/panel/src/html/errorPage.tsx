/** The page of an error: what happened, where to go, and the request id to find it in the log. */
import type { VNode } from 'preact';

export function ErrorPage({
  title,
  text,
  requestId,
  from,
}: {
  title: string;
  text: string;
  requestId: string;
  /** The page of the form that led here. */
  from?: string | undefined;
}): VNode {
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
      <p class="row">
        {from && from !== '/' && <a href={from}>Volver a la página anterior</a>}
        <a href="/">Ir al inicio</a>
      </p>
      <p class="hint">
        Código de esta solicitud: <code>{requestId}</code>
      </p>
    </>
  );
}
