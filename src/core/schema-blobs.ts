// Made by `npm run generate`.
/** The schemas that this version writes, and earlier ones wrote, by path: git's ids of their content. */
export const SCHEMA_BLOBS: Readonly<Record<string, readonly string[]>> = {
  '.orchestration/schema/active_intents.json': [
    'a5726fd3f5d3b0ac60f26dc57d83833f1181e1f4',
    'e8825baa052974ffca1d24db9fb63ab48128477ce2eb50234c3338b2663ae73b',
  ],
  '.orchestration/schema/policy.json': [
    '896b7003d9e97f93376e26376481caa3de20e487',
    '389ac6cb6b54e7e764a5dea009a4931f2bd9269e8576d5f298146546353f3c49',
    '1ef84e881ef7fc5d582f1b6929f0430aa1f9c4df',
    '860294ebcca483f7d7927322f17321c312f13b6021b91b7f942fc7f363d6fa30',
  ],
  '.orchestration/schema/trace_record.json': [
    '0e80b74d874665b7a0bcfe6b3a0bd89dbd261bef',
    '2624050ef5ac30831ea8e077920b68d9038d8d003ae94207b852ef60cba5ffe3',
  ],
}
