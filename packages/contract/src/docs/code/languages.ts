/** The languages of the sample programs. */
import type { ApiCall, Sale } from './call.js';
import { csharp } from './csharp.js';
import { curl } from './curl.js';
import { javascript } from './javascript.js';
import { php } from './php.js';
import { python } from './python.js';
import { csharpRetry } from './retry/csharp.js';
import { curlRetry } from './retry/curl.js';
import { javascriptRetry } from './retry/javascript.js';
import { phpRetry } from './retry/php.js';
import { pythonRetry } from './retry/python.js';

export interface Language {
  id: string;
  name: string;
  /** A program that runs as it is pasted. */
  write(call: ApiCall): string;
  /** A program that issues the sale, again after a lost or a passing answer. */
  retry(sale: Sale): string;
}

export const LANGUAGES: readonly Language[] = [
  { id: 'curl', name: 'curl', write: curl, retry: curlRetry },
  { id: 'python', name: 'Python', write: python, retry: pythonRetry },
  { id: 'php', name: 'PHP', write: php, retry: phpRetry },
  { id: 'javascript', name: 'JavaScript', write: javascript, retry: javascriptRetry },
  { id: 'csharp', name: 'C#', write: csharp, retry: csharpRetry },
];
