/**
 * Returns true for a catalog of English messages: `messages.ts`, or `messages/<what-they-are-about>.ts` in areas with
 * several catalogs.
 */
export function isCatalog(path: string): boolean {
  return /^packages\/console\/src\/(?:.+\/)?messages(?:\/[a-z-]+)?\.ts$/.test(path)
}

export function isTranslation(path: string): boolean {
  return path.endsWith('.zh.ts')
}

/** Returns the path of the Chinese translation of a catalog or of the vocabulary. */
export function translationOf(path: string): string {
  return path.replace(/ts$/, 'zh.ts')
}

export function translatedFrom(path: string): string {
  return path.replace(/zh\.ts$/, 'ts')
}
