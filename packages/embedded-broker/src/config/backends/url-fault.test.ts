import { expect, test } from 'vitest'
import { urlFault } from './url-fault.ts'

test.each([
  'http://127.0.0.1:8080',
  `https://auth.example/a/\${username}?id=\${clientid}`,
  'http://[::1]:8080/@x',
  'http://h?u=a@b',
])('%s can be asked', (url) => {
  expect(urlFault(url)).toBeUndefined()
})

test.each([
  ['nourl', '{no_scheme,<<"nourl">>}'],
  ['ftp://x', '{invalid_base,{unsupported_scheme,<<"ftp">>},<<"ftp://x">>}'],
  [`http://\${username}:80/`, `{invalid_base,{invalid_uri,":"},<<"http://\${username}:80/">>}`],
  ['http://:80/', '{invalid_base,{invalid_uri,":"},<<"http://:80/">>}'],
  ['http://user:pw@h/', '{userinfo_not_supported,<<"http://user:pw@h/">>}'],
  ['http://h/#x', '{fragments_not_supported,<<"http://h/#x">>}'],
])('%s cannot', (url, words) => {
  expect(urlFault(url)).toBe(words)
})
