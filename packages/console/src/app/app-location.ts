import type { ConsoleConfig } from '#lib/console-config.ts'

/** The location of the operator as a path of the application: without sub-path, origin, or `#`. */
export interface AppLocation {
  readonly basePath: string
  read(): string
  replace(path: string): void
}

export function appLocation(routing: ConsoleConfig['routing']): AppLocation {
  if (routing === 'hash') {
    return {
      basePath: '/',
      read: () => (location.hash.startsWith('#/') ? location.hash.slice(1) : '/'),
      replace: (path) => history.replaceState(null, '', `${location.pathname}${location.search}#${path}`),
    }
  }
  const basePath = new URL('.', document.baseURI).pathname
  return {
    basePath,
    read: () => {
      const { pathname, search, hash } = location
      const rest = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : ''
      return `/${rest}${search}${hash}`
    },
    replace: (path) => history.replaceState(null, '', `${basePath}${path.replace(/^\//, '')}`),
  }
}
