import { expect, it } from 'vitest'
import { findProvided } from './provided-by.ts'
import { notProvided, templateCautions } from './template-cautions.ts'

const pathsOf = (type: string, parameters: object) =>
  templateCautions(type, { parameters }).map(({ path }) => path)

it('is content with what the recordings of the broker hold', () => {
  expect(pathsOf('mongodb', { payload_template: '${.}' })).toEqual([])
  expect(pathsOf('elasticsearch', { doc: '${payload}' })).toEqual([])
  expect(pathsOf('datalayers', { write_syntax: '${topic},clientid=${clientid} payload=${payload}' })).toEqual(
    [],
  )
  const key = '${action}/${node}/${datetime.rfc3339utc}_N${sequence}.csv'
  expect(pathsOf('s3', { mode: 'aggregated', key })).toEqual([])
  expect(pathsOf('s3', { mode: 'direct', key: '${topic}' })).toEqual([])
})

it('warns of JSON that no message makes whole', () => {
  expect(pathsOf('mongodb', { payload_template: '{"t": ${payload.t}, "id": "${clientid}"}' })).toEqual([])
  expect(pathsOf('mongodb', { payload_template: '{"t": ${payload.t}' })).toEqual([
    'parameters.payload_template',
  ])
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  expect(pathsOf('http', { headers, body: 'temperature: ${t}' })).toEqual(['parameters.body'])
  expect(pathsOf('http', { headers: { 'content-type': 'text/plain' }, body: 'temperature: ${t}' })).toEqual(
    [],
  )
})

it('warns of lines without fields', () => {
  expect(pathsOf('influxdb', { write_syntax: 'weather,place=${topic}' })).toEqual(['parameters.write_syntax'])
})

it.each([
  ['s3', 'key', 'all.csv', '/${action}/${node}/${datetime.rfc3339utc}/${sequence}'],
  ['s3', 'key', '${action}/${datetime.unix}', '/${node}/${sequence}'],
  ['azure_blob_storage', 'blob', '${node}-${sequence}.csv', '/${action}/${datetime.rfc3339utc}'],
])('says what the broker puts behind the name of a gathered upload: %s, %s %s', (type, key, name, added) => {
  const [said] = templateCautions(type, { parameters: { mode: 'aggregated', [key]: name } })
  expect(said).toEqual({
    path: `parameters.${key}`,
    message: expect.stringContaining(`at the end: ${added}`),
  })
  expect(said?.message.endsWith(added)).toBe(true)
})

it('says what the broker refuses in the name of a gathered upload', () => {
  const parameters = { mode: 'aggregated', key: '${action}/${node}/${topic}_${sequence}' }
  expect(templateCautions('s3', { parameters })[0]?.message).toContain('refuses ${topic} here')
})

it('says which rules do not hand on what a template names', () => {
  const rules = [
    { id: 'events', has: findProvided('SELECT payload.severity AS severity, topic FROM "a"') },
    { id: 'replay', has: findProvided('SELECT topic FROM "a"') },
    ...['b', 'c', 'd'].map((id) => ({ id, has: findProvided('SELECT clientid FROM "a"') })),
  ]
  const said = (sql: string, some = rules) =>
    notProvided([{ path: 'parameters.sql', columns: undefined }], { parameters: { sql } }, some)
  expect(said('values (${severity}, ${topic})', rules.slice(0, 2))).toEqual([
    { path: 'parameters.sql', message: "replay doesn't provide severity" },
  ])
  expect(said('${topic}')[0]?.message).toBe(
    "b doesn't provide topic; c doesn't provide topic; d doesn't provide topic",
  )
  expect(said('${severity}')[0]?.message).toMatch(/; 1 more rule$/)
  expect(said('${.}')).toEqual([])
})

it('looks at the columns of rows that are templates, and at no name of a gathered upload', () => {
  const has = findProvided('SELECT topic FROM "a"')
  const rules = [{ id: 'r', has }]
  const data = [{ measurement: '${place}', data_type: '${none}' }]
  const rows = [{ path: 'parameters.data', columns: ['measurement'] }]
  expect(notProvided(rows, { parameters: { data } }, rules)).toEqual([
    { path: 'parameters.data', message: "r doesn't provide place" },
  ])
  const key = [{ path: 'parameters.key', columns: undefined }]
  expect(notProvided(key, { parameters: { mode: 'aggregated', key: '${node}' } }, rules)).toEqual([])
})
