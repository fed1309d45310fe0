import { expect, test } from '@jest/globals';
import { readConfig } from './config.js';
import { STORE_VARIABLES, storeConfig } from './storeConfig.js';

const placeOf = (env: NodeJS.ProcessEnv) => storeConfig(readConfig(env, STORE_VARIABLES));

test('files rest in a folder of the house when no bucket is named', () => {
  expect(placeOf({})).toEqual({ filesDir: '.rafaga/files' });
  expect(placeOf({ RAFAGA_HOME: '/srv/rafaga', RAFAGA_S3_REGION: 'sa-east-1' })).toEqual({
    filesDir: '/srv/rafaga/files',
  });
});

test('a bucket is reached as the environment says', () => {
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

test('half a pair of keys is told before anything is written', () => {
  expect(() => placeOf({ RAFAGA_S3_BUCKET: 'b', RAFAGA_S3_ACCESS_KEY_ID: 'id' })).toThrow(
    'RAFAGA_S3_SECRET_ACCESS_KEY',
  );
});
