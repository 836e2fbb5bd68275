import { expect, test } from 'vitest'
import { render } from '#testing/render-element.ts'
import { Verbatim } from './verbatim.tsx'

const shown = (text: string | null) => render(<Verbatim text={text} />).container

test('markup is text', () => {
  const container = shown('<img src=x onerror=alert(1)>')
  expect(container.textContent).toBe('<img src=x onerror=alert(1)>')
  expect(container.querySelector('img')).toBeNull()
})

test('what cannot be seen is named, in a direction of its own', () => {
  const container = shown('evil\u202egnp.exe\u0000')
  expect(container.textContent).toBe('evilU+202Egnp.exeNUL')
  expect(container.querySelector('bdi')).not.toBeNull()
})

test('64 KB do not reach the document', () => {
  expect(shown('x'.repeat(65_536)).textContent.length).toBeLessThan(400)
})

test('nothing is a dash, never an empty cell', () => {
  expect(shown(null).textContent).toBe('—')
  expect(shown('').textContent).toBe('—')
})
