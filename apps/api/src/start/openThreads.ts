/** Starts the thread pools that draw PDFs and check large sales. */
import type { ApiConfig } from '../apiConfig.js';
import { createCheckingPool } from '../checking/pool.js';
import { createDrawingPool } from '../drawing/pool.js';

const DRAWING_THREADS = 2;

export function openThreads({ drawingThread, checkingThread }: ApiConfig) {
  const drawing = createDrawingPool({ threads: DRAWING_THREADS, thread: drawingThread });
  const checking = createCheckingPool({ thread: checkingThread });
  const close = () => Promise.all([drawing.close(), checking.close()]);
  return { drawing, checking, close };
}
