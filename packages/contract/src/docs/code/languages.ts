/** The languages of the sample programs. */
import type { ApiCall } from './call.js';
import { csharp } from './csharp.js';
import { curl } from './curl.js';
import { javascript } from './javascript.js';
import { php } from './php.js';
import { python } from './python.js';

export interface Language {
  id: string;
  name: string;
  /** A program that runs as it is pasted. */
  write(call: ApiCall): string;
}

export const LANGUAGES: readonly Language[] = [
  { id: 'curl', name: 'curl', write: curl },
  { id: 'python', name: 'Python', write: python },
  { id: 'php', name: 'PHP', write: php },
  { id: 'javascript', name: 'JavaScript', write: javascript },
  { id: 'csharp', name: 'C#', write: csharp },
];
