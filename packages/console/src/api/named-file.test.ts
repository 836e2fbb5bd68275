import { expect, test } from 'vitest'
import { dispositionName, readFile } from './http.ts'

test('the name of a file is read in every spelling', () => {
  const names = (header: string | null) => dispositionName(header)
  expect(names('attachment; filename=by_topic.zip')).toBe('by_topic.zip')
  expect(names('attachment; filename="by topic; \\"1\\".zip"')).toBe('by topic; "1".zip')
  expect(names("attachment; filename=a.zip; filename*=UTF-8''%E8%BF%BD%E8%B8%AA.zip")).toBe('追踪.zip')
  expect(names("attachment; filename*=UTF-8''%E8%BF; filename=a.zip")).toBe('a.zip')
  expect(names('attachment')).toBeUndefined()
  expect(names(null)).toBeUndefined()
})

test('a file has the name and the type that the broker gave it', async () => {
  const headers = { 'content-type': 'application/x-zip', 'content-disposition': 'attachment; filename=a.zip' }
  const named = await readFile(new Response(new Uint8Array([80, 75]), { headers }))
  expect(named).toMatchObject({ name: 'a.zip', type: 'application/x-zip', size: 2 })
  const bare = await readFile(new Response('x', { headers: { 'content-type': 'application/octet-stream' } }))
  expect('name' in bare).toBe(false)
  expect(bare).toMatchObject({ type: 'application/octet-stream', size: 1 })
})
