/** The JSON of the public API: requests become a `Sale`; answers and refusals are written here. */
export { issuedAnswer, type Warning } from './answer.js';
export { MAX_BODY_VALUES, MAX_EXTRAS_VALUES } from './bounds.js';
export { CATALOGUE_POLICY, cataloguePage } from './docs/cataloguePage.js';
export { LANGUAGES } from './docs/code/languages.js';
export { DOCS_POLICY, docsPage } from './docs/page.js';
export { SIMULATOR_CLIENTS } from './docs/simulatorClients.js';
export { documentLink, PATHS, recordPath } from './documentLink.js';
export { parseFormat } from './formats.js';
export { messageFor } from './messages.js';
export { openapi } from './openapi/openapi.js';
export { crowdedBody, type IssueRequest, issueSteps, parseIssue } from './parse.js';
export { type DocumentRecord, issuedBody, queryBody, renderSale } from './record.js';
export {
  type Errores,
  helpLink,
  Invalid,
  ReferenceUsed,
  Refusal,
  refusalBody,
} from './refusal.js';
export { NOT_JSON, REFUSALS, type Reason } from './refusals.js';
export { SAMPLES } from './samples/samples.js';
