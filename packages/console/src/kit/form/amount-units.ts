export const durationUnits = ['ms', 's', 'm', 'h', 'd'] as const
export type DurationUnit = (typeof durationUnits)[number]

export const sizeUnits = ['KB', 'MB', 'GB'] as const
export type SizeUnit = (typeof sizeUnits)[number]
