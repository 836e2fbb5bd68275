import type { ActionSummary } from '@brokerdeck/contract/integration/actions.ts'
import type { Connector } from '@brokerdeck/contract/integration/connectors.ts'
import { describe, expect, it } from 'vitest'
import { failureCause } from '#api/failure-cause/failure-cause.ts'
import { type ActionLosses, actionLosses } from '#features/monitoring/overview/health/checks/action-losses.ts'
import { actionState } from '#features/monitoring/overview/health/checks/action-state.ts'
import { connectorState } from '#features/monitoring/overview/health/checks/connector-state.ts'
import type { Answer } from './health-check.ts'
import { itsTurn } from './read-losses.ts'

const told = <T>(value: T): Answer<T> => ({ kind: 'told', value })
const absent: Answer<never> = { kind: 'refused', why: 'not offered', isAbsent: true }

describe('data integration', () => {
  it('names connectors that are down', () => {
    const explain = (reason: string) => failureCause(reason)?.words
    const connector = (status: string): Connector => ({
      type: 'http',
      name: 'x',
      enable: true,
      status,
      description: '',
      actions: [],
      sources: [],
      node_status: [{ node: 'a@1', status }],
    })
    expect(connectorState(told([]), explain).level).toBe('ok')
    expect(connectorState(absent, explain).level).toBe('ok')
    expect(connectorState(told([connector('connected')]), explain).level).toBe('ok')
    expect(connectorState(told([connector('connecting')]), explain).level).toBe('warn')
    expect(connectorState(told([connector('disconnected')]), explain)).toMatchObject({
      level: 'bad',
      evidence: ['http:x is disconnected: a@1'],
    })
    const why = (reason: string): Connector => ({
      ...connector('inconsistent'),
      node_status: [{ node: 'a@1', status: 'disconnected', status_reason: reason }],
    })
    expect(connectorState(told([why('{connect_failed,econnrefused}'), why('odd')]), explain)).toMatchObject({
      level: 'bad',
      evidence: [
        'http:x is disconnected: a@1. Nothing accepts connections at this address and port.',
        'http:x is disconnected: a@1. odd',
      ],
    })
  })

  it('counts those that are down in words that agree with their number', () => {
    const [up, down] = ['connected', 'disconnected']
    const verdictFor = (...states: readonly string[]) => {
      const all = states.map((status) => ({
        type: 'http',
        name: 'x',
        enable: true,
        description: '',
        actions: [],
        sources: [],
        rules: [],
        status,
        node_status: [{ node: 'a@1', status }],
      }))
      const explain = () => undefined
      return [connectorState(told(all), explain).verdict, actionState(told(all), explain).verdict]
    }
    expect(verdictFor(down)).toEqual([
      '1 of 1 enabled connector is not connected.',
      '1 of 1 enabled action or source is not connected.',
    ])
    expect(verdictFor(down, up, up)).toEqual([
      '1 of 3 enabled connectors is not connected.',
      '1 of 3 enabled actions and sources is not connected.',
    ])
    expect(verdictFor(down, down, up)).toEqual([
      '2 of 3 enabled connectors are not connected.',
      '2 of 3 enabled actions and sources are not connected.',
    ])
  })

  it('names actions and sources that do not work on all nodes, or on some', () => {
    const explain = (reason: string) => failureCause(reason)?.words
    const one = (type: string, status: string, on: readonly string[] = [status]): ActionSummary => ({
      type,
      name: 'x',
      enable: true,
      status,
      description: '',
      rules: [],
      node_status: on.map((each, at) => ({ node: `n@${at}`, status: each })),
    })
    expect(actionState(told([one('http', 'connected')]), explain).level).toBe('ok')
    expect(actionState(told([{ ...one('http', 'disconnected'), enable: false }]), explain).level).toBe('ok')
    const differs = ['connected', 'disconnected']
    expect(
      actionState(
        told([one('http', 'inconsistent', differs), one('mqtt', 'inconsistent', differs)]),
        explain,
      ),
    ).toMatchObject({
      level: 'bad',
      evidence: ['http:x is disconnected: n@1', 'mqtt:x is disconnected: n@1'],
    })
  })

  it('says when a buffer will be full, and of how many buffers were read', () => {
    const losses = (change: Partial<ActionLosses>): ActionLosses => ({
      counts: [{ id: 'http:x', dropped: 0, droppedSince: 0, queuing: 5 }],
      buffers: [],
      looked: { actions: 1, waiting: 1 },
      watched: 60_000,
      ...change,
    })
    expect(actionLosses(told(losses({}))).level).toBe('ok')
    // The sentence speaks of actions only, because sources may be configured.
    expect(actionLosses({ kind: 'refused', why: '', isAbsent: true }).verdict).toBe(
      'No actions are configured.',
    )
    const buffer = { id: 'http:x', node: 'n@1', bytes: 1_048_576, limit: 2_097_152, growth: 17_476 }
    expect(
      actionLosses(told(losses({ buffers: [buffer], looked: { actions: 7, waiting: 40 } }))),
    ).toMatchObject({
      level: 'warn',
      evidence: [
        expect.stringMatching(/^http:x · n@1: 1 MiB of 2 MiB buffered, 50\s?%, full in 1 min$/),
        'Buffers read so far: 7 of 40 actions with waiting messages',
      ],
    })
  })

  it('reads each buffer in its turn, the longest queues each time', () => {
    const waiting = Array.from({ length: 20 }, (_, at) => `http:${at}`)
    const readAt = new Map<string, number>()
    for (let round = 1; round <= 5; round += 1) {
      const turn = itsTurn(
        waiting,
        [...readAt].map(([id, at]) => ({ id, readAt: at })),
      )
      expect(turn.slice(0, 3)).toEqual(['http:0', 'http:1', 'http:2'])
      for (const id of turn) readAt.set(id, round)
    }
    expect(readAt.size).toBe(20)
  })
})
