const origin = 'http://application.invalid'

/** Returns `/login?to=` with the wanted path, if that path is worth returning to. */
export function loginPath(wanted: string): string {
  const to = safeTarget(wanted)
  return to === undefined || to === '/' ? '/login' : `/login?to=${encodeURIComponent(to)}`
}

/** Returns only paths of this application: a link to the login must not lead to another site. */
export function safeTarget(to: string | null): string | undefined {
  if (to === null || !to.startsWith('/') || !URL.canParse(to, origin)) return undefined
  const url = new URL(to, origin)
  const isLogin = url.pathname === '/login' || url.pathname.startsWith('/login/')
  // "//host" and "/\host" parse as another origin; a path that begins with two slashes becomes one at the next parse.
  if (url.origin !== origin || url.pathname.startsWith('//') || isLogin) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

export function isLoginPath(path: string): boolean {
  return new URL(path, origin).pathname === '/login'
}

/** Returns the path that follows a login at this path. */
export function targetOfLogin(path: string): string {
  return safeTarget(new URL(path, origin).searchParams.get('to')) ?? '/dashboard'
}
