/**
 * A broker lets 128 levels pass unless it is told otherwise; what is deeper stays together as one last level, so that
 * one topic of 65,535 slashes cannot fill the tree.
 */
const deepest = 128

export function topicToLevels(topic: string): readonly string[] {
  const levels = topic.split('/')
  if (levels.length <= deepest) return levels
  return [...levels.slice(0, deepest - 1), levels.slice(deepest - 1).join('/')]
}
