/** The layout of a document in an iframe of the panel: the stylesheet and no menu. */
import type { ComponentChildren, VNode } from 'preact';
import { assetUrl } from '../assets.js';

export const FramedLayout = ({
  title,
  children,
}: {
  title: string;
  children: ComponentChildren;
}): VNode => (
  <html lang="es-PE">
    <head>
      <meta charset="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="stylesheet" href={assetUrl('panel.css')} />
    </head>
    <body class="framed">
      <main>{children}</main>
    </body>
  </html>
);
