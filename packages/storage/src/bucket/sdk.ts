/**
 * The S3 client, to be imported at its first use. A dynamic import of the package itself, which is
 * CommonJS, would have no named exports in a bundle.
 */
import * as sdk from '@aws-sdk/client-s3';

export { sdk };
