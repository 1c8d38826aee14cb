// Firefox ESR does not know a command yet that Playwright sends for each of its pages: colours as the system has them.
const { Module } = require("node:module");
const compile = Module.prototype._compile;
const asks = /this(?:\.\w+)+\.send\("emulation\.setMediaFeaturesOverride",/g;
Module.prototype._compile = function (text, file, ...rest) {
  return compile.call(this, file.endsWith("coreBundle.js") ? text.replace(asks, "((_) => 0)(") : text, file, ...rest);
};
