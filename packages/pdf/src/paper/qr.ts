/** Draws a QR as one vector path, which is sharp at any size. */
import QRCode from 'qrcode';

/** Adjacent dark modules of a row are one rectangle. SUNAT requires level Q. */
export function qrPath(text: string, x: number, y: number, side: number): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'Q' });
  const unit = side / modules.size;
  const place = (value: number) => String(Math.round(value * 1000) / 1000);
  const path: string[] = [];
  for (let row = 0; row < modules.size; row++) {
    for (let from = 0; from < modules.size; from++) {
      if (!modules.get(row, from)) continue;
      let to = from;
      while (to < modules.size && modules.get(row, to)) to++;
      path.push(
        `${place(x + from * unit)} ${place(y + row * unit)} ${place((to - from) * unit)} ` +
          `${place(unit)} re`,
      );
      from = to;
    }
  }
  return `${path.join(' ')} f`;
}
