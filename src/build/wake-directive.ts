import type { AstroIntegration } from 'astro'

/** Teaches the build `client:wake`. */
export function wakeDirective(): AstroIntegration {
  return {
    name: 'wake-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'wake', entrypoint: './src/build/wake.ts' }),
    },
  }
}
