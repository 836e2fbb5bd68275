import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

/** The behaviour of EMQX 5.8.9 with each of these texts, according to its response and a handshake. */

let broker: TestBroker
let folder = ''
const texts = { root: '', middle: '', leaf: '', key: '', otherKey: '', lockedKey: '', oldLockedKey: '' }

const openssl = (line: string) => promisify(execFile)('openssl', line.split(' '), { cwd: folder })

async function signed(name: string, by: string, extensions: string): Promise<void> {
  writeFileSync(join(folder, `${name}.ext`), extensions)
  await openssl(
    `req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`,
  )
  await openssl(
    `x509 -req -in ${name}.csr -CA ${by}.pem -CAkey ${by}.key -out ${name}.pem -days 30 -extfile ${name}.ext`,
  )
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brokerdeck-measured-'))
  await openssl(
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout root.key -out root.pem -days 30 -subj /CN=root',
  )
  await signed('middle', 'root', 'basicConstraints=critical,CA:TRUE')
  await signed('leaf', 'middle', 'subjectAltName=DNS:localhost')
  await openssl('ec -in leaf.key -aes128 -passout pass:secret -out old.key')
  await openssl('pkcs8 -topk8 -in leaf.key -passout pass:secret -out locked.key')
  await openssl('genpkey -algorithm ec -pkeyopt ec_paramgen_curve:P-256 -out other.key')
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  Object.assign(texts, { root: read('root.pem'), middle: read('middle.pem'), leaf: read('leaf.pem') })
  Object.assign(texts, { key: read('leaf.key'), otherKey: read('other.key') })
  Object.assign(texts, { lockedKey: read('locked.key'), oldLockedKey: read('old.key') })
  broker = await createTestBroker({ listen: true, mqttPort: 0, wsPort: 0, nodes: 1 })
  return async () => {
    await broker.close()
    rmSync(folder, { recursive: true })
  }
})

type Options = Readonly<Record<string, string | readonly string[]>>

async function create(options: Options) {
  const made = await broker.ask('POST', '/listeners/ssl:measured', {
    id: 'ssl:measured',
    type: 'ssl',
    bind: '127.0.0.1:0',
    ssl_options: { certfile: texts.leaf + texts.middle, keyfile: texts.key, ...options },
  })
  onTestFinished(async () => {
    await broker.ask('DELETE', '/listeners/ssl:measured')
  })
  return made
}

/** Resolves with the result of a handshake for a client that trusts only the root. */
function shakeHands(): Promise<'served' | 'failed'> {
  const bind = broker.context.listeners.onNodes('ssl:measured')[0]?.listener.bind ?? ''
  return new Promise((resolve) => {
    const [host, port] = bind.split(':')
    const to = { host, port: Number(port), ca: texts.root, servername: 'localhost' }
    const socket = connect(to, () => {
      socket.destroy()
      resolve('served')
    })
    socket.on('error', () => resolve('failed'))
  })
}

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')
const indentBody = (text: string) => text.replaceAll(/^(?=[^-\n])/gm, '  ')
const joinBody = (text: string) => text.replaceAll(/(?<=[^-\n])\n(?=[^-\n])/g, '')
const joinAll = (text: string) => text.replaceAll('\n', '')
const spoil = (text: string) => text.replace(/-----\n[^-]*/, '-----\nnope\n')
const byCrlf = (text: string) => text.replaceAll('\n', '\r\n')
const chain = () => texts.leaf + texts.middle

describe('is refused', () => {
  const notPem = (option: string) =>
    `{bad_ssl_config,#{file_path => not_file_path,pem_check => not_pem,\n                  which_option => <<"${option}">>}}`
  const noFile = (option: string, path: string) =>
    `{bad_ssl_config,#{file_path => ${JSON.stringify(path)},pem_check => enoent,\n                  which_option => <<"${option}">>}}`
  const missing = (option: string) =>
    `{bad_ssl_config,#{reason => pem_file_path_or_string_is_required,\n                  which_option => <<"${option}">>}}`

  test.each<readonly [string, () => Options, (options: Options) => string]>([
    [
      'a certificate with every line indented',
      () => ({ certfile: indent(chain()) }),
      () => notPem('certfile'),
    ],
    ['a key with every line indented', () => ({ keyfile: indent(texts.key) }), () => notPem('keyfile')],
    ['one with its first line indented', () => ({ certfile: ` ${texts.leaf}` }), () => notPem('certfile')],
    [
      'one that begins with a mark of its order',
      () => ({ certfile: `\ufeff${texts.leaf}` }),
      () => notPem('certfile'),
    ],
    ['one that does not end', () => ({ certfile: texts.leaf.slice(0, -30) }), () => notPem('certfile')],
    [
      'one on one line',
      () => ({ certfile: joinAll(texts.leaf) }),
      ({ certfile = '' }) => noFile('certfile', String(certfile)),
    ],
    ['any other text', () => ({ certfile: 'garbage' }), () => noFile('certfile', 'garbage')],
    ['no certificate', () => ({ certfile: '' }), () => missing('certfile')],
    ['no key', () => ({ keyfile: '' }), () => missing('keyfile')],
  ])('%s', async (_name, toOptions, words) => {
    const options = toOptions()
    expect(await create(options)).toEqual({
      status: 400,
      body: { code: 'BAD_REQUEST', message: words(options) },
    })
  })
})

describe('is taken', () => {
  test.each<readonly [string, () => Options]>([
    ['as it is', () => ({})],
    [
      'with the lines between its marks indented',
      () => ({ certfile: indentBody(chain()), keyfile: indentBody(texts.key) }),
    ],
    [
      'with all between its marks on one line',
      () => ({ certfile: joinBody(chain()), keyfile: joinBody(texts.key) }),
    ],
    ['with ends of lines of Windows', () => ({ certfile: byCrlf(chain()), keyfile: byCrlf(texts.key) })],
    [
      'with text before it',
      () => ({ certfile: `Bag Attributes\n  a: b\n${chain()}`, keyfile: `mine\n${texts.key}` }),
    ],
    ['without its last end of line', () => ({ certfile: chain().trimEnd(), keyfile: texts.key.trimEnd() })],
    ['with the passphrase of its key', () => ({ keyfile: texts.lockedKey, password: 'secret' })],
    [
      'with the passphrase of a key of the old form',
      () => ({ keyfile: texts.oldLockedKey, password: 'secret' }),
    ],
    ['with all that issued it', () => ({ certfile: chain() + texts.root })],
    ['with authorities that are indented alike', () => ({ cacertfile: indentBody(texts.root) })],
  ])('and serves %s', async (_name, toOptions) => {
    expect(await create(toOptions())).toMatchObject({ status: 200, body: { running: true } })
    expect(await shakeHands()).toBe('served')
  })

  test.each<readonly [string, () => Options]>([
    ['a key of another certificate', () => ({ keyfile: texts.otherKey })],
    ['a chain that begins with its end', () => ({ certfile: texts.root + texts.middle + texts.leaf })],
    ['the wrong passphrase', () => ({ keyfile: texts.lockedKey, password: 'other' })],
    ['no passphrase', () => ({ keyfile: texts.lockedKey })],
    ['no passphrase of a key of the old form', () => ({ keyfile: texts.oldLockedKey })],
    ['garbage between the marks of the certificate', () => ({ certfile: spoil(texts.leaf) })],
    ['garbage between the marks of the key', () => ({ keyfile: spoil(texts.key) })],
    ['key and certificate in the place of each other', () => ({ certfile: texts.key, keyfile: texts.leaf })],
  ])('runs, and fails every handshake with %s', async (_name, toOptions) => {
    expect(await create(toOptions())).toMatchObject({ status: 200, body: { running: true } })
    expect(await shakeHands()).toBe('failed')
  })

  test('but for what no OpenSSL would use', async () => {
    const { status, body } = await create({ ciphers: ['NO-SUCH-CIPHER'] })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('bad_ssl_config')])
  })
})
