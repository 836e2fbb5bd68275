import { describe, expect, it } from 'vitest'
import { isLoginPath, loginPath, safeTarget, targetOfLogin } from './login-path.ts'

describe('the place to return to after the login', () => {
  it.each(['/clients?page=2', '/clients/detail/a%2Fb', '/dashboard/overview#x'])('keeps %s', (path) => {
    expect(loginPath(path)).toBe(`/login?to=${encodeURIComponent(path)}`)
    expect(targetOfLogin(loginPath(path))).toBe(path)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login',
    '/x/..//evil',
    '',
  ])('never is %s', (to) => {
    expect(safeTarget(to)).toBeUndefined()
    expect(targetOfLogin(`/login?to=${encodeURIComponent(to)}`)).toBe('/dashboard')
  })

  it('knows the login itself', () => {
    expect([isLoginPath('/login?to=%2Fx'), isLoginPath('/logins')]).toEqual([true, false])
  })
})
