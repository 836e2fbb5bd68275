import { describe, expect, it } from 'vitest'
import { placeServerFaults } from './form-machine.ts'

describe('placeServerFaults', () => {
  it('counts list items as the form does and finds the control that holds the value', () => {
    const faults = [
      { path: 'actions.1', message: 'not a symbol' },
      { path: 'tcp_options.backlog', message: 'expected 1..inf' },
      { path: 'elsewhere', message: 'unknown' },
    ]
    expect(placeServerFaults(faults, ['actions', 'tcp_options', 'tcp_options.backlog'])).toEqual([
      { path: 'actions', message: 'not a symbol' },
      { path: 'tcp_options.backlog', message: 'expected 1..inf' },
      { path: 'elsewhere', message: 'unknown' },
    ])
  })
})
