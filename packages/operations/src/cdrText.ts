/** The XML of a CDR as text for people. */
import { readZip } from '@rafaga/engine';

/** @throws CdrProblem when the ZIP is not one of a CDR */
export const cdrText = (zip: Buffer): string => readZip(zip).bytes.toString('utf8');
