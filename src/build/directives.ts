import type { AstroIntegration } from 'astro'

/** The ways in which an island of ours comes to life. */
export const DIRECTIVES = {
  wake: './src/build/wake.ts',
  keep: './src/storefront/checkout/keep.ts',
  arrive: './src/storefront/confirmation/arrive.ts',
}

/** Those that one page only has. Its policy names them, no other's does (foreign-hashes.ts). */
export const ONLY_ON: Readonly<Partial<Record<keyof typeof DIRECTIVES, string>>> = {
  keep: '/payment',
  arrive: '/thank-you',
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
