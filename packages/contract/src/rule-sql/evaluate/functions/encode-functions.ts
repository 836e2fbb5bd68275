import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js'
import { deflateSync, gunzipSync, gzipSync, inflateSync, unzlibSync, zlibSync } from 'fflate'
import { decodeJson } from '../decode-json.ts'
import { encodeJson } from '../json-text.ts'
import { failure, noClause, RuleFailure } from '../rule-failure.ts'
import { binaryOf, bytesOf, isBinary, Opaque, type Term } from '../term.ts'
import { binaryIn, type FunctionTable, taking } from './arguments.ts'
import { decodeErlang, encodeErlang } from './erlang-bytes.ts'

const one = taking(1)

const hashes: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  ...{ md5, ripemd160, sha: sha1, sha1, sha224, sha256, sha384, sha512, blake2b, blake2s },
  ...{ sha3_224, sha3_256, sha3_384, sha3_512 },
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function hashed(algorithm: string, term: Term): string {
  const hash = Object.hasOwn(hashes, algorithm) ? hashes[algorithm] : undefined
  if (hash === undefined) throw new RuleFailure({ kind: 'unknown-hash', algorithm })
  if (!isBinary(term)) throw failure('badarg')
  return hexOf(hash(bytesOf(term)))
}

const known = (algorithm: string) => one(([x]) => hashed(algorithm, binaryIn(x)))

/** A few packed bytes may be very many. */
const mostUnpacked = 16 * 1024 * 1024

function packed(work: (bytes: Uint8Array) => Uint8Array) {
  return one(([x]) => binaryOf(work(bytesOf(binaryIn(x)))))
}

function unpacked(work: (bytes: Uint8Array, options: { out: Uint8Array }) => Uint8Array) {
  return one(([x]) => {
    const bytes = bytesOf(binaryIn(x))
    const room = new Uint8Array(Math.min(mostUnpacked, bytes.length * 1032 + 1024))
    try {
      return binaryOf(work(bytes, { out: room }).slice())
    } catch {
      throw failure('data_error')
    }
  })
}

function base64Encoded(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3072)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + 3072)))
  return text
}

function base64Decoded(text: string): Uint8Array {
  const digits = text.replace(/[ \t\r\n]/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) throw failure('badarg')
  if (digits.length % 4 !== 0) throw noClause()
  return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0))
}

/** Bits that fill no byte are read as the number they are. */
function hexDigits(term: Term): string {
  if (isBinary(term)) return hexOf(bytesOf(term)).toUpperCase()
  if (!(term instanceof Opaque) || term.what !== 'bits') throw noClause()
  const value = BigInt(`0x${hexOf(term.bytes)}`) >> BigInt(term.bytes.length * 8 - term.length)
  return value
    .toString(16)
    .toUpperCase()
    .padStart(Math.ceil(term.length / 4), '0')
}

function bytesOfHex(text: string): Uint8Array {
  const digits = text.length % 2 === 0 ? text : `0${text}`
  if (!/^[\da-fA-F]*$/.test(digits)) throw noClause()
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

const textOf = (term: Term): string => {
  const binary = binaryIn(term)
  return typeof binary === 'string'
    ? binary
    : Array.from(binary, (code) => String.fromCharCode(code)).join('')
}

export const encodeFunctions: FunctionTable = {
  md5: known('md5'),
  sha: known('sha'),
  sha256: known('sha256'),
  hash: taking(2)(([algorithm, x]) => {
    if (typeof algorithm !== 'string') throw noClause()
    return hashed(algorithm, x)
  }),
  zip: packed((bytes) => deflateSync(bytes)),
  unzip: unpacked(inflateSync),
  gzip: packed((bytes) => gzipSync(bytes, { mtime: 0 })),
  gunzip: unpacked(gunzipSync),
  zip_compress: packed((bytes) => zlibSync(bytes)),
  zip_uncompress: unpacked(unzlibSync),
  base64_encode: one(([x]) => base64Encoded(bytesOf(binaryIn(x)))),
  base64_decode: one(([x]) => binaryOf(base64Decoded(textOf(x)))),
  json_encode: one(([x]) => encodeJson(x)),
  json_decode: one(([x]) => decodeJson(binaryIn(x))),
  term_encode: one(([x]) => binaryOf(encodeErlang(x))),
  term_decode: one(([x]) => decodeErlang(bytesOf(binaryIn(x)))),
  bin2hexstr: taking(
    1,
    2,
  )((args) => {
    const [x, prefix] = args
    if (args.length === 2 && typeof prefix !== 'string') throw noClause()
    return `${args.length === 2 ? String(prefix) : ''}${hexDigits(x)}`
  }),
  sqlserver_bin2hexstr: one(([x]) => `0x${hexDigits(x)}`),
  hexstr2bin: taking(
    1,
    2,
  )((args) => {
    const [x, prefix] = args
    if (args.length === 1) return binaryOf(bytesOfHex(textOf(x)))
    if (typeof prefix !== 'string') throw noClause()
    const text = typeof x === 'string' ? x : ''
    if (!text.startsWith(prefix)) throw failure('binary_prefix_unmatch')
    return binaryOf(bytesOfHex(text.slice(prefix.length)))
  }),
}
