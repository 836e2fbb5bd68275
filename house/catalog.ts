/** `messages.ts`, or where the words of an area fill several catalogs, `messages/<what-they-are-about>.ts`: in English. */
export function isCatalog(path: string): boolean {
  return /^packages\/console\/src\/(?:.+\/)?messages(?:\/[a-z-]+)?\.ts$/.test(path)
}

export function isTranslation(path: string): boolean {
  return path.endsWith('.zh.ts')
}

/** Where a catalog, or the vocabulary, says the same in Chinese. */
export function translationOf(path: string): string {
  return path.replace(/ts$/, 'zh.ts')
}

export function translatedFrom(path: string): string {
  return path.replace(/zh\.ts$/, 'ts')
}
