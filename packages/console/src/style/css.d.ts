/** Style sheets are taken by the bundler; a script gets no value from them. */
declare module '*.css' {}
