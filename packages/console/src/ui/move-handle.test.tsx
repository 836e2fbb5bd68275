import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '#testing/render-element.ts'
import { MoveHandle } from './move-handle.tsx'

function Letters({ lockedReason }: { readonly lockedReason?: string }) {
  const [letters, setLetters] = useState(['a', 'b', 'c', 'd'])
  const move = (name: string, to: number) =>
    setLetters(letters.filter((one) => one !== name).toSpliced(to, 0, name))
  return (
    <ul>
      {letters.map((name, at) => (
        <li key={name}>
          <MoveHandle
            name={name}
            at={at}
            count={letters.length}
            isNumbered
            lockedReason={lockedReason}
            onMove={(to) => move(name, to)}
          />
          {name}
        </li>
      ))}
    </ul>
  )
}

const shown = () => screen.getAllByRole('listitem').map((row) => row.textContent)
const focusOn = (name: RegExp) => screen.getByRole('button', { name }).focus()

test.each([
  ['ArrowDown', 'a', ['1b', '2a', '3c', '4d']],
  ['ArrowDown', 'c', ['1a', '2b', '3d', '4c']],
  ['ArrowDown', 'd', ['1a', '2b', '3c', '4d']],
  ['ArrowUp', 'b', ['1b', '2a', '3c', '4d']],
  ['ArrowUp', 'a', ['1a', '2b', '3c', '4d']],
  ['Home', 'c', ['1c', '2a', '3b', '4d']],
  ['End', 'b', ['1a', '2c', '3d', '4b']],
  ['End', 'd', ['1a', '2b', '3c', '4d']],
])('%s on the handle of %s leaves the rows %j, and the focus with that row', async (key, name, rows) => {
  const user = userEvent.setup()
  render(<Letters />)
  focusOn(new RegExp(` ${name}\\b`))
  await user.keyboard(`{${key}}`)
  expect(shown()).toEqual(rows)
  expect(document.activeElement?.closest('li')?.textContent).toMatch(new RegExp(`${name}$`))
})

test('a locked handle moves nothing', async () => {
  const user = userEvent.setup()
  render(<Letters lockedReason="Read only" />)
  focusOn(/ b\b/)
  await user.keyboard('{End}{Home}{ArrowUp}{ArrowDown}')
  expect(shown()).toEqual(['1a', '2b', '3c', '4d'])
})
