/** What the API answered to a refused call: its status, what it means, and its code. */
import type { VNode } from 'preact';
import { Tag } from '../html/components.js';
import { refusalText } from './refusalWords.js';

export const RefusedAnswer = ({ status, code }: { status: number; code: string }): VNode => (
  <span class="wide">
    <Tag severity={status >= 500 ? 'bad' : 'warn'}>{status}</Tag> <code>{code}</code>
    <span class="second">{refusalText(code, [])}</span>
  </span>
);
