/** Tests where files are stored, by the environment variables. */
import { expect, test } from '@jest/globals';
import { readConfig } from './config.js';
import { STORE_VARIABLES, storeConfig } from './storeConfig.js';

const placeOf = (env: NodeJS.ProcessEnv) => storeConfig(readConfig(env, STORE_VARIABLES));

test('files are stored in a folder of RAFAGA_HOME when no bucket is named', () => {
  expect(placeOf({})).toEqual({ filesDir: '.rafaga/files' });
  expect(placeOf({ RAFAGA_HOME: '/srv/rafaga', RAFAGA_S3_REGION: 'sa-east-1' })).toEqual({
    filesDir: '/srv/rafaga/files',
  });
});

test('a bucket is reached as the environment describes it', () => {
  const env = {
    RAFAGA_S3_BUCKET: 'b',
    RAFAGA_S3_ENDPOINT: 'http://minio:9000',
    RAFAGA_S3_PATH_STYLE: '1',
  };
  const keys = { RAFAGA_S3_ACCESS_KEY_ID: 'id', RAFAGA_S3_SECRET_ACCESS_KEY: 'secret' };
  expect(placeOf({ ...env, ...keys }).s3).toEqual({
    bucket: 'b',
    region: 'us-east-1',
    endpoint: 'http://minio:9000',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    pathStyle: true,
  });
  expect(placeOf({ RAFAGA_S3_BUCKET: 'b' }).s3).toEqual({
    bucket: 'b',
    region: 'us-east-1',
    pathStyle: false,
  });
});

test('one key without the other is refused at boot', () => {
  expect(() => placeOf({ RAFAGA_S3_BUCKET: 'b', RAFAGA_S3_ACCESS_KEY_ID: 'id' })).toThrow(
    'RAFAGA_S3_SECRET_ACCESS_KEY',
  );
});
