/** The fields of a form that was kept over a login, for the fields that are drawn in it again. */
import { createContext } from 'preact';
import type { Form } from '../edge/form.js';

export const KeptFields = createContext<Form | undefined>(undefined);
