// Package web is what the browser is given, built and embedded: the style
// sheet, the viewer in WebAssembly and the script that starts it.
//
// The sources lie in web/style, web/static and wasm. Package web/build (make
// build) turns them into web/dist: every file under a name that carries a hash
// of its content, raw and compressed, with a manifest. [Load] reads that, and
// [Assets] serves it.
//
// A page names its assets through [Assets.Path] and starts the viewer with
//
//	<link rel="preload" as="fetch" type="application/wasm" crossorigin href="{{.Path "lockstep.wasm"}}">
//	<script defer src="{{.Path "wasm_exec.js"}}"></script>
//	<script defer src="{{.Path "boot.js"}}"></script>
//
// in that order: boot.js finds the WebAssembly by the preload link, and the
// server's root by the WebAssembly's address. Before boot.js comes what the viewer needs
// besides: stage.js for a stage, question.js for the questions of a lesson.
package web

import "embed"

//go:embed all:dist
var dist embed.FS
