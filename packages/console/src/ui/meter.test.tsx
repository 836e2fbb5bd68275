import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { render } from '#testing/render-element.ts'
import { Meter } from './meter.tsx'

test.each([
  [0.375, 'Queue: 38 %', '37.5%'],
  [0, 'Queue: 0 %', '0%'],
  [1.7, 'Queue: 100 %', '100%'],
  [-0.2, 'Queue: 0 %', '0%'],
  [undefined, 'Queue: —', '0%'],
])('%s is an image called "%s", filled to %s', (value, name, width) => {
  render(<Meter value={value} label="Queue" />)
  const meter = screen.getByRole('img', { name })
  expect(meter.firstElementChild).toHaveProperty('style.width', width)
})
