/** The errors of a bucket that does not answer, or not to the end. */
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';

/** Its message is that of the failed connection. */
export class BucketUnreachable extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Makes BucketUnreachable of every error of the client that is not an answer of the server. */
export function nameUnreachable(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: S3ServiceException) => {
        throw error.$metadata?.httpStatusCode === undefined ? new BucketUnreachable(error) : error;
      }),
    // outside of the repetitions, which read the code of the error
    { step: 'initialize', priority: 'high', name: 'nameUnreachable' },
  );
}

/** For the catch of a body that is read. */
export const bodyBroken = (error: Error): never => {
  throw new BucketUnreachable(error);
};
