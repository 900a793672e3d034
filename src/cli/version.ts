/** Set by the build from package.json. */
export const VERSION = process.env.INTENTGATE_VERSION ?? 'source'
