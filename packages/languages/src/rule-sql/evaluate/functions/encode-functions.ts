import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js'
import { deflateSync, gzipSync, zlibSync } from 'fflate'
import type { EvaluationBudget } from '../budget.ts'
import { bytesToHex, hexToBytes, latinToBytes, toLatin } from '../byte-text.ts'
import { decodeJson } from '../decode-json.ts'
import { bytesToInteger } from '../integers.ts'
import { encodeJson } from '../json-text.ts'
import { failure, noClause, RuleFailure } from '../rule-failure.ts'
import { isBinary, Opaque, type Term, toBinary, toBytes } from '../term.ts'
import { binaryIn, budgetIn, type CallContext, type FunctionTable, taking } from './arguments.ts'
import { decodeErlang, encodeErlang } from './erlang-bytes.ts'
import { unpackBytes } from './unpack-bytes.ts'

const one = taking(1)

const hashes: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  md5,
  ripemd160,
  sha: sha1,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  blake2b,
  blake2s,
  sha3_224,
  sha3_256,
  sha3_384,
  sha3_512,
}

/** The slowest hash function processes ten megabytes in a second. */
const stepsToHash = 2

function hashTerm(algorithm: string, term: Term, budget: EvaluationBudget): string {
  const hash = Object.hasOwn(hashes, algorithm) ? hashes[algorithm] : undefined
  if (hash === undefined) throw new RuleFailure({ kind: 'unknown-hash', algorithm })
  if (!isBinary(term)) throw failure('badarg')
  budget.spend(term.length * stepsToHash)
  return bytesToHex(hash(toBytes(term)))
}

const createHashFunction = (algorithm: string) =>
  one(([x], around) => hashTerm(algorithm, binaryIn(x), budgetIn(around)))

const stepsToPack = 4

function createPackFunction(work: (bytes: Uint8Array) => Uint8Array) {
  return one(([x], around) => {
    const binary = binaryIn(x)
    budgetIn(around).spend(binary.length * stepsToPack)
    return toBinary(work(toBytes(binary)))
  })
}

const createUnpackFunction = (format: Parameters<typeof unpackBytes>[0]) =>
  one(([x], around) => toBinary(unpackBytes(format, toBytes(binaryIn(x)), budgetIn(around))))

function base64Decoded(text: string): Uint8Array {
  const digits = text.replace(/[ \t\r\n]/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) throw failure('badarg')
  if (digits.length % 4 !== 0) throw noClause()
  return latinToBytes(atob(digits))
}

/** Bits that do not fill a byte are read as the number that they form. */
function hexDigits(term: Term, budget: EvaluationBudget): string {
  const bytes = isBinary(term) ? toBytes(term) : term instanceof Opaque ? term.bytes : new Uint8Array()
  budget.spend(bytes.length * 2)
  budget.foresee(bytes.length * 2)
  if (isBinary(term)) return bytesToHex(bytes).toUpperCase()
  if (!(term instanceof Opaque) || term.what !== 'bits') throw noClause()
  const value = bytesToInteger(term.bytes, budget) >> BigInt(term.bytes.length * 8 - term.length)
  return value
    .toString(16)
    .toUpperCase()
    .padStart(Math.ceil(term.length / 4), '0')
}

function bytesOfHex(text: string): Uint8Array {
  const digits = text.length % 2 === 0 ? text : `0${text}`
  if (!/^[\da-fA-F]*$/.test(digits)) throw noClause()
  return hexToBytes(digits)
}

/** Returns the bytes of a term as characters, for decoding. */
const latinIn = (term: Term, around: CallContext): string => {
  const binary = binaryIn(term)
  budgetIn(around).spend(binary.length)
  return typeof binary === 'string' ? binary : toLatin(binary)
}

export const encodeFunctions: FunctionTable = {
  md5: createHashFunction('md5'),
  sha: createHashFunction('sha'),
  sha256: createHashFunction('sha256'),
  hash: taking(2)(([algorithm, x], around) => {
    if (typeof algorithm !== 'string') throw noClause()
    return hashTerm(algorithm, x, budgetIn(around))
  }),
  zip: createPackFunction((bytes) => deflateSync(bytes)),
  unzip: createUnpackFunction('deflate'),
  gzip: createPackFunction((bytes) => gzipSync(bytes, { mtime: 0 })),
  gunzip: createUnpackFunction('gzip'),
  zip_compress: createPackFunction((bytes) => zlibSync(bytes)),
  zip_uncompress: createUnpackFunction('zlib'),
  base64_encode: one(([x], around) => {
    const binary = binaryIn(x)
    budgetIn(around).foresee(binary.length * 1.4)
    budgetIn(around).spend(binary.length)
    return btoa(toLatin(toBytes(binary)))
  }),
  base64_decode: one(([x], around) => toBinary(base64Decoded(latinIn(x, around)))),
  json_encode: one(([x], around) => encodeJson(x, budgetIn(around))),
  json_decode: one(([x], around) => decodeJson(binaryIn(x), budgetIn(around))),
  term_encode: one(([x], around) => toBinary(encodeErlang(x, budgetIn(around)))),
  term_decode: one(([x], around) => decodeErlang(toBytes(binaryIn(x)), budgetIn(around))),
  bin2hexstr: taking(
    1,
    2,
  )((args, around) => {
    const [x, prefix] = args
    if (args.length === 2 && typeof prefix !== 'string') throw noClause()
    return `${args.length === 2 ? String(prefix) : ''}${hexDigits(x, budgetIn(around))}`
  }),
  sqlserver_bin2hexstr: one(([x], around) => `0x${hexDigits(x, budgetIn(around))}`),
  hexstr2bin: taking(
    1,
    2,
  )((args, around) => {
    const [x, prefix] = args
    if (args.length === 1) return toBinary(bytesOfHex(latinIn(x, around)))
    if (typeof prefix !== 'string') throw noClause()
    const text = typeof x === 'string' ? x : ''
    if (!text.startsWith(prefix)) throw failure('binary_prefix_unmatch')
    budgetIn(around).spend(text.length)
    return toBinary(bytesOfHex(text.slice(prefix.length)))
  }),
}
