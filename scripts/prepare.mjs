// After `npm ci` in a clone: builds everything, then lets git run the hooks in hooks/, which is husky's folder here.
import { existsSync } from 'node:fs'

if (existsSync('node_modules/esbuild')) {
  await import('./build.mjs')
  // What users' package.json imports as intentgate/prepare. Quiet in CI and where there is no repository.
  await import('../dist/prepare.js')
} else {
  console.log('intentgate: nothing was built: the development dependencies are not installed')
}
