import type { AstroIntegration } from 'astro'

/** The ways in which an island of ours comes to life. */
export const DIRECTIVES = {
  wake: './src/build/wake.ts',
  keep: './src/features/checkout/keep.ts',
  arrive: './src/features/confirmation/arrive.ts',
}

/** Teaches the build our own `client:…`. */
export function ownDirectives(): AstroIntegration {
  return {
    name: 'own-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const [name, entrypoint] of Object.entries(DIRECTIVES)) addClientDirective({ name, entrypoint })
      },
    },
  }
}
