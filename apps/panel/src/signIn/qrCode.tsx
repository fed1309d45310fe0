/** A QR code as one SVG path, without an image request and without inline style. */
import type { VNode } from 'preact';
import { create } from 'qrcode';

const QUIET = 4;

export function QrCode({ text, label }: { text: string; label: string }): VNode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size, data } = modules;
  const squares = Array.from(data as ArrayLike<number>, (dark, index) =>
    dark ? `M${(index % size) + QUIET} ${Math.floor(index / size) + QUIET}h1v1h-1z` : '',
  ).join('');
  const side = size + 2 * QUIET;
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${side} ${side}`}
      width="220"
      height="220"
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={squares} />
    </svg>
  );
}
