import { expect, it, onTestFinished, vi } from 'vitest'
import { formatBytes, formatCompact, formatNumber, formatPercent, formatRate } from './format-number.ts'
import { formatClock, formatDateTime, formatDuration, formatRelative } from './format-time.ts'

it('writes numbers; what is unknown is a dash, never zero', () => {
  expect([formatNumber(36_603), formatNumber(0), formatNumber(undefined), formatNumber(Number.NaN)]).toEqual([
    '36,603',
    '0',
    '—',
    '—',
  ])
  expect([formatCompact(36_603), formatCompact(999_960), formatCompact(7), formatCompact(null)]).toEqual([
    '36.6k',
    '1M',
    '7',
    '—',
  ])
  expect([formatBytes(0), formatBytes(1_023), formatBytes(39_000), formatBytes(5 * 1024 ** 3)]).toEqual([
    '0 B',
    '1,023 B',
    '38.1 KiB',
    '5 GiB',
  ])
  expect([formatPercent(0.86), formatPercent(0.012), formatRate(6.44), formatRate(1_919.4)]).toEqual([
    '86 %',
    '1.2 %',
    '6.4',
    '1,919',
  ])
})

it('writes times', () => {
  expect([
    formatDuration(0),
    formatDuration(13_400),
    formatDuration(7_200_000),
    formatDuration(1_231_200_000),
  ]).toEqual(['0 s', '13 s', '2 h', '14 d 6 h'])
  const now = Date.parse('2026-11-21T09:41:20Z')
  expect([
    formatRelative(now - 24 * 60_000, now),
    formatRelative(now + 3_600_000, now),
    formatRelative(now, now),
  ]).toEqual(['24 min ago', 'in 1 h', 'now'])
  expect([formatDateTime('nonsense'), formatClock(null)]).toEqual(['—', '—'])
  expect(formatDateTime(now)).toMatch(/^2026-11-2\d \d\d:41:20$/)
})

it('joins in Chinese with its own punctuation, and lets no Latin letter touch what joins', async () => {
  vi.stubEnv('VITE_LANGUAGE', 'zh')
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const { formatAlternatives, formatList, joinFacts, addLabel: labelled } = await import('./sentences.ts')
  expect([
    formatList(['动作', '规则']),
    formatList(['emqx@1', 'emqx@2', 'emqx@3']),
    formatList(['a和b', '其他']),
    formatAlternatives(['TLS', '无']),
    joinFacts(['2 个失败', '3 个跳过']),
    labelled('状态', '不限'),
  ]).toEqual([
    '动作和规则',
    'emqx@1、emqx@2 和 emqx@3',
    'a和b 和其他',
    'TLS 或无',
    '2 个失败，3 个跳过',
    '状态：不限',
  ])
})
