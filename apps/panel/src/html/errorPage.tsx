/** The page of an error: what happened, where to go, and the request id to find it in the log. */
import type { VNode } from 'preact';

export function ErrorPage({
  title,
  text,
  requestId,
}: {
  title: string;
  text: string;
  requestId: string;
}): VNode {
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
      <p>
        <a href="/">Ir al inicio</a>
      </p>
      <p class="hint">
        Código de esta solicitud: <code>{requestId}</code>
      </p>
    </>
  );
}
