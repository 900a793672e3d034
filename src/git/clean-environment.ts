import type { Environment } from './environment.ts'

// What a process needs to run at all, and what tells it the way to the network.
const KEPT = new Set([
  ...['PATH', 'PATHEXT', 'SYSTEMROOT', 'COMSPEC', 'TMPDIR', 'TEMP', 'TMP'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'],
])

/** Below a file, so it can never exist. */
export const NOWHERE = '/dev/null/none'

/**
 * An environment in which git knows nothing but its repository and `settings`: no variable, setting, attribute, credential or netrc
 * of this machine.
 */
export function cleanEnvironment(
  inherited: NodeJS.ProcessEnv,
  settings: Readonly<Record<string, string>>,
): Environment {
  const kept = Object.entries(inherited).filter(([name]) => KEPT.has(name.toUpperCase()))
  return {
    ...Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    HOME: NOWHERE,
    XDG_CONFIG_HOME: NOWHERE,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    ...configured(settings),
  }
}

/** Settings as git reads them from the environment: they stand in no file and in no argument. */
export function configured(settings: Readonly<Record<string, string>>): Environment {
  const entries = Object.entries(settings)
  return {
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  }
}
