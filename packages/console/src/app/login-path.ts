const origin = 'http://application.invalid'

/** `/login?to=` and where the operator wanted to go, if that is worth returning to. */
export function loginPath(wanted: string): string {
  const to = safeTarget(wanted)
  return to === undefined || to === '/' ? '/login' : `/login?to=${encodeURIComponent(to)}`
}

/** Only ever a path of this application: a link to the login must not send anybody elsewhere. */
export function safeTarget(to: string | null): string | undefined {
  if (to === null || !to.startsWith('/') || !URL.canParse(to, origin)) return undefined
  const url = new URL(to, origin)
  const isLogin = url.pathname === '/login' || url.pathname.startsWith('/login/')
  // "//host" and "/\host" parse as another origin; a path that begins with two slashes does so at the next parse.
  if (url.origin !== origin || url.pathname.startsWith('//') || isLogin) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

export function isLoginPath(path: string): boolean {
  return new URL(path, origin).pathname === '/login'
}

/** Where a login at this path leads. */
export function targetOfLogin(path: string): string {
  return safeTarget(new URL(path, origin).searchParams.get('to')) ?? '/dashboard'
}
