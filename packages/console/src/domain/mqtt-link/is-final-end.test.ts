import { expect, it } from 'vitest'
import { isFinalEnd } from './is-final-end.ts'
import type { LinkEnd } from './link-state.ts'

it.each([
  [{ kind: 'refused', version: 5, code: 0x86 }, true],
  [{ kind: 'refused', version: 5, code: 0x88 }, false],
  [{ kind: 'refused', version: 5, code: 0x89 }, false],
  [{ kind: 'refused', version: 5, code: 3 }, true],
  [{ kind: 'refused', version: 4, code: 3 }, false],
  [{ kind: 'refused', version: 4, code: 4 }, true],
  [{ kind: 'unproven', method: 'SCRAM-SHA-256', fault: { kind: 'signature' } }, true],
  [{ kind: 'ended', code: 0x8e }, true],
  [{ kind: 'ended', code: 0x98 }, false],
  [{ kind: 'unopened', afterMs: 1, isTimeout: false }, false],
  [{ kind: 'unanswered', afterMs: 1 }, false],
  [{ kind: 'silent' }, false],
  [{ kind: 'failed', message: 'no MQTT' }, true],
] as const satisfies readonly (readonly [LinkEnd, boolean])[])('%j: %j', (end, isFinal) => {
  expect(isFinalEnd(end, false)).toBe(isFinal)
})

it('is not of a connection that has worked, whatever came over it', () => {
  expect(isFinalEnd({ kind: 'failed', message: 'damaged' }, true)).toBe(false)
})
