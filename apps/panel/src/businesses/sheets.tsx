/** The pages of a PDF as pictures, for a frame of the panel. */
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';

/** @param altOf the text of a page's picture, by its number from 1 */
export async function sheets(
  { deps, user }: AuthenticatedRequest,
  pdf: Buffer,
  altOf: (page: number) => string,
): Promise<VNode[]> {
  const images = await deps.drawing.pages(user.id, pdf);
  return images.map(({ width, height, png }, index) => (
    <img
      key={index}
      class="sheet"
      src={`data:image/png;base64,${Buffer.from(png).toString('base64')}`}
      width={width}
      height={height}
      alt={altOf(index + 1)}
    />
  ));
}
