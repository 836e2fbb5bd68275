import { describe, expect, it } from 'vitest'
import { exportMessages } from './export-messages.ts'
import { MessageBuffer } from './message-buffer.ts'
import type { ExportFormat } from './page-message.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function exported(format: ExportFormat, topic = ''): { text: string; parts: number } {
  const buffer = new MessageBuffer({ count: 100, bytes: 100_000_000 })
  const add = (name: string, payload: Uint8Array) =>
    buffer.add({ topic: name, payload, qos: 1, retain: true, properties: { contentType: 'x/y' } }, 0)
  add('a/=1+1', bytes('one, "two"\n'))
  add('b', new Uint8Array([0xff, 0x00]))
  for (let at = 0; at < 3; at += 1) add('big', bytes('x'.repeat(700_000)))
  const parts: string[] = []
  exportMessages({
    buffer,
    view: { direction: 'received', search: '', topic, start: 0, end: 10 },
    format,
    onPart: (text) => parts.push(text),
  })
  return { text: parts.join(''), parts: parts.length }
}

describe('the export', () => {
  it('is JSON, the oldest first, in parts, with Base64 where the payload is no text', () => {
    const { text, parts } = exported('json')
    expect(parts).toBeGreaterThan(1)
    const rows = JSON.parse(text)
    expect(rows).toHaveLength(5)
    expect(rows[0]).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      topic: 'a/=1+1',
      qos: 1,
      retain: true,
      payload: 'one, "two"\n',
      payload_encoding: 'text',
      properties: { contentType: 'x/y' },
    })
    expect(rows[1]).toMatchObject({ payload: '/wA=', payload_encoding: 'base64' })
  })

  it('is one object a line', () => {
    const lines = exported('ndjson').text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).topic)).toEqual(['a/=1+1', 'b', 'big', 'big', 'big'])
  })

  it('is CSV with one head, and has what the list has', () => {
    const { text } = exported('csv', 'big')
    expect(text.match(/payload_encoding/g)).toHaveLength(1)
    expect(text.trimEnd().split('\r\n')).toHaveLength(4)
    expect(text).not.toContain('one, ')
  })

  it('of nothing is an empty list', () => {
    expect(JSON.parse(exported('json', 'nobody').text)).toEqual([])
    expect(exported('ndjson', 'nobody').text).toBe('')
  })
})
