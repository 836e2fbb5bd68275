import { expect, it } from 'vitest'
import { templateCautions } from './template-cautions.ts'

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

it('warns of lines without fields, and of uploads that take the place of each other', () => {
  expect(pathsOf('influxdb', { write_syntax: 'weather,place=${topic}' })).toEqual(['parameters.write_syntax'])
  expect(pathsOf('s3', { mode: 'aggregated', key: 'all.csv' })).toEqual(['parameters.key'])
  expect(pathsOf('azure_blob_storage', { mode: 'aggregated', blob: '${node}.csv' })).toEqual([
    'parameters.blob',
  ])
})
